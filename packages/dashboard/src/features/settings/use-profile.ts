import type { components } from '../../api/schema.d.ts';
import { useRead } from '../../app/use-read.ts';

export type Profile = components['schemas']['Profile'];

/** The merchant's name and branding. */
export function useProfile() {
  return useRead(['settings'], '/settings');
}
