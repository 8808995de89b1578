import { dropProfile } from './drop-profile.ts';

/** The box of a logo in pixels, about twice its size on the payment page; wide pictures get a wide one. */
const boxes = { square: { width: 96, height: 96 }, wide: { width: 192, height: 64 } } as const;
/** A picture that is wider than this many times its height is wide. */
const wide_from = 1.5;
/**
 * The attempts, in this order, until the picture has few enough bytes. The first ones leave room for the logo
 * on most receipts; the last ones make any picture small enough for the service.
 */
const attempts: readonly Attempt[] = [
  { bytes_max: 1000, scales: [1, 0.84, 0.67], qualities: [1, 0.92, 0.8, 0.7] },
  { bytes_max: 2048, scales: [1, 0.84, 0.67, 0.5], qualities: [1, 0.92, 0.8, 0.7, 0.6] },
  { bytes_max: 2048, scales: [0.67, 0.5, 0.34], qualities: [0.5, 0.3, 0.1] },
];

interface Attempt {
  readonly bytes_max: number;
  readonly scales: readonly number[];
  /** 1 is exact, if the browser can write such a WebP. */
  readonly qualities: readonly number[];
}

/** No browser draws a file of this size in a reasonable time. */
const file_bytes_max = 20 * 1024 * 1024;

/** The ground of a picture with transparent parts. */
export type Ground = 'transparent' | 'white';

/**
 * Draws a picture of any size so small that it qualifies as a logo: as a PNG or a WebP or, in a browser that cannot
 * write the latter, a JPEG.
 *
 * @returns the picture as a `data:` URL
 * @throws Error if the browser cannot draw the file
 */
export async function shrinkPicture(file: Blob, ground: Ground): Promise<string> {
  if (file.size > file_bytes_max) throw new Error('the file is too large to draw');
  const picture = await load(await urlOf(file));
  for (const { bytes_max, scales, qualities } of attempts) {
    for (const scale of scales) {
      const canvas = draw(picture, ground, scale);
      const fitting = await encode(canvas, qualities, bytes_max);
      if (fitting) return urlOf(fitting);
    }
  }
  throw new Error('no attempt makes the picture small enough');
}

/** Loads a picture. The page's policy allows `data:` URLs, and a picture in one runs no scripts and loads nothing. */
async function load(url: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}

function draw(picture: HTMLImageElement, ground: Ground, scale: number): HTMLCanvasElement {
  const { width, height } = sizeOf(picture);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  if (ground === 'white') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns the size of a picture in its box. A drawing without a size of its own (SVG) fills the square. */
function sizeOf({ naturalWidth, naturalHeight }: HTMLImageElement): { width: number; height: number } {
  if (naturalWidth === 0 || naturalHeight === 0) return boxes.square;
  const box = naturalWidth > naturalHeight * wide_from ? boxes.wide : boxes.square;
  const scale = Math.min(box.width / naturalWidth, box.height / naturalHeight);
  return { width: naturalWidth * scale, height: naturalHeight * scale };
}

async function encode(
  canvas: HTMLCanvasElement,
  qualities: readonly number[],
  bytes_max: number,
): Promise<Blob | undefined> {
  const isOpaque = hasNoTransparency(canvas);
  for (const quality of qualities) {
    const blobs = [
      quality === 1 && (await write(canvas, 'image/png')),
      await write(canvas, 'image/webp', quality),
      isOpaque && (await write(canvas, 'image/jpeg', quality)),
    ].filter((blob) => blob instanceof Blob);
    const [smallest] = blobs.toSorted((one, other) => one.size - other.size);
    if (smallest && smallest.size <= bytes_max) return smallest;
  }
  return undefined;
}

/** Whether a picture has no transparent parts, which a JPEG would show in black. */
function hasNoTransparency(canvas: HTMLCanvasElement): boolean {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
  return data?.every((value, index) => index % 4 !== 3 || value === 255) ?? false;
}

/** Writes a picture in a format; undefined if the browser cannot. */
async function write(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | undefined> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (blob?.type !== type) return undefined;
  return new Blob([dropProfile(new Uint8Array(await blob.arrayBuffer()))], { type });
}

function urlOf(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(blob);
  });
}
