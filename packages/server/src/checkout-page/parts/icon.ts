import { type Html, raw } from '../../http/html.ts';

/** Line drawings, 24 units square, in the colour of the surrounding text. */
const drawings = {
  check: '<path d="m6 12.5 4 4 8-9"/>',
  cross: '<path d="m8 8 8 8m0-8-8 8"/>',
  attention: '<path d="M12 6.5v7m0 3.8v.2"/>',
  clock: '<path d="M12 7v5l3 2"/><circle cx="12" cy="12" r="8"/>',
  phone: '<rect x="7.5" y="3.5" width="9" height="17" rx="2"/><path d="M11 17.5h2"/>',
  lock: '<rect x="6" y="11" width="12" height="8.5" rx="2"/><path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3"/>',
} as const;

export type IconName = keyof typeof drawings;

/**
 * A small line drawing that does not need the style. It is only decoration: the text next to it has the same
 * meaning.
 */
export function renderIcon(name: IconName): Html {
  return raw(
    `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" aria-hidden="true">${drawings[name]}</svg>`,
  );
}

/** Tone of a status, which decides its colour. */
export type Mood = 'good' | 'bad' | 'warn' | 'calm';

/** The round badge on top of a status screen. */
export function renderBadge(name: IconName, mood: Mood): Html {
  return raw(`<div class="badge ${mood}">${String(renderIcon(name))}</div>`);
}
