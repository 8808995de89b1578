import { accentOf } from '../checkout-page/accent.ts';

/** The till's icon: a coin on the service's colour. It fills its square, so that every phone can cut it to its shape. */
export function drawAppIcon(): string {
  const { color, text } = accentOf(null);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${color}"/><g fill="none" stroke="${text}" stroke-width="28" stroke-linecap="round" stroke-linejoin="round"><rect x="152" y="112" width="208" height="288" rx="36"/><path d="M204 184h104M204 256h8m40 0h8m40 0h8m-104 72h8m40 0h8m40 0h8"/></g></svg>`;
}

/** The manifest with which a phone installs the till on its home screen (W3C Web Application Manifest). */
export function makeManifest(): string {
  const { color } = accentOf(null);
  return JSON.stringify({
    name: 'Guichet Caisse',
    short_name: 'Caisse',
    id: '/caisse',
    start_url: '/caisse',
    scope: '/caisse',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#ffffff',
    theme_color: color,
    icons: [{ src: '/caisse/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
  });
}
