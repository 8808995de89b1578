import type { Mode } from './me.ts';

export interface Place {
  readonly merchant_id: string;
  readonly mode: Mode;
}

const storage_key = 'guichet.place';

/** Stores the last merchant and mode on this device, for the next visit. */
export function keepPlace({ merchant_id, mode }: Place): void {
  localStorage.setItem(storage_key, `${merchant_id} ${mode}`);
}

/** Reads the last merchant and mode; null if unknown. */
export function readPlace(): Place | null {
  const [merchant_id, mode] = (localStorage.getItem(storage_key) ?? '').split(' ');
  return merchant_id && (mode === 'test' || mode === 'live') ? { merchant_id, mode } : null;
}
