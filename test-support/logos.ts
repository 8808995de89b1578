import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Small pictures as browsers write them, 24 by 16 pixels, in base64. */
export const pictures = {
  png:
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAYAAAAMJL+VAAAAS0lEQVR4AeyQwQkAIAhFqwWarIUaoIWarAnq4l0/pKAofLx80Pda' +
    'UR67A32Oi0QKbkcg/QjtJQFrLJCis3ZFwrqhQiBFRPR9+Vf0AAAA//8s0zbBAAAABklEQVQDACL2MCGePyUUAAAAAElFTkSuQmCC',
  jpeg:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh' +
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB' +
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA' +
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y' +
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0o' +
    'OjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG' +
    '/8QAHRAAAAcBAQEAAAAAAAAAAAAAAQIDBAUREgBBYf/EABUBAQEAAAAAAAAAAAAAAAAAAAEE/8QAGREAAgMBAAAAAAAAAAAAAAAA' +
    'ABEDEhMh/9oADAMBAAIRAxEAPwChPTcizmF0G7jCRM0XBRqygPofeQM3IvJhBBw42kfVlwULooj4HztA6hI544Mu4b7VPVm2YLoK' +
    '8H5xrCRzNwVdu3wqS6Nsw1YV6P3gmzku3xlDnOclJ//Z',
  webp:
    'UklGRmYAAABXRUJQVlA4IFoAAABwAwCdASoYABAAPtFUo0uoJKMhsAgBABoJZAAEOaFhS34/oEAA/uvB+1ePiBdSPhsan7XVkHrz' +
    'vnL/luDWCYFoU7/5LufnkQBFZ1hfg4hPJUO0dVM9PvHAAAA=',
  webp_lossless: 'UklGRjAAAABXRUJQVlA4TCQAAAAvF8ADEA8wevMwTfMf8FDUtg1kZuXPac8TQkT/xwGofAFAGwI=',
  webp_extended:
    'UklGRkwCAABXRUJQVlA4WAoAAAAwAAAAFwAADwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh' +
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB' +
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA' +
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y' +
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBIGgAAAAEPMP8REUJN2wZMmZU/p54TQkT/JwBW' +
    'fD0BVlA4IDwAAADQAgCdASoYABAAPtFUo0uoJKMhsAgBABoJZAAAhFgAAP7o1h/yXc/PIgCKzrC/BxCeSodo6qZ/+EXYcAA=',
} as const;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A chunk's length, name and checksum. */
const frame_bytes = 12;

/**
 * Makes a PNG that cannot be compressed further: black, and filled with random bytes.
 *
 * @returns base64
 */
export function makePng({ width = 96, height = 96, bytes = 2048 } = {}): string {
  const header = Buffer.from([...[0, 0, 0, 0], ...[0, 0, 0, 0], 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  const left = bytes - parts.reduce((sum, part) => sum + part.length, 0) - frame_bytes;
  return Buffer.concat(left < 0 ? parts : parts.toSpliced(2, 0, chunk('ruSt', randomBytes(left)))).toString(
    'base64',
  );
}

/** Makes a PNG of random colours, which no format makes small. */
export function makeNoise(side: number): Buffer {
  const header = Buffer.from([...[0, 0, 0, 0], ...[0, 0, 0, 0], 8, 2, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const rows = Array.from({ length: side }, () => [Buffer.alloc(1), randomBytes(3 * side)]);
  const pixels = deflateSync(Buffer.concat(rows.flat()), { level: 0 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Makes a chunk of a PNG. */
export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, checksum]);
}
