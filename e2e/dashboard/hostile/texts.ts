/**
 * A text that an attacker might type; it has an effect wherever it is treated as anything other than plain text.
 */
export interface HostileText {
  readonly name: string;
  /** @param marker short and unique, so that a search of the pages finds the text */
  write(marker: string): string;
}

/**
 * The call that the texts try to make. The page under test defines the function, which records that it was called.
 */
const run = 'hostile()';
/** An element created by the texts, which must not appear on any page. */
const element = `<img data-hostile src=x onerror=${run}>`;

export const hostile_texts: readonly HostileText[] = [
  { name: 'markup', write: (marker) => `${marker}"'>${element}<script>${run}</script>` },
  { name: 'end of elements', write: (marker) => `${marker}</title></script></style></textarea>${element}` },
  { name: 'drawing', write: (marker) => `${marker}<svg data-hostile onload=${run}>--><iframe data-hostile>` },
  { name: 'template', write: (marker) => `${marker}{{constructor.constructor('${run}')()}}\${${run}}` },
  { name: 'attribute', write: (marker) => `" onfocus=${run} autofocus x="' style='x:y' ${marker}` },
  { name: 'script address', write: (marker) => `javascript:${run}//${marker}` },
  { name: 'script address in disguise', write: (marker) => `\u0001JaVaScRiPt\t:${run}//${marker}` },
  { name: 'data address', write: (marker) => `data:text/html,<script>${run}</script>${marker}` },
  { name: 'web address', write: (marker) => `https://shop.example/"'>${element}?m=${marker}` },
  { name: 'e-mail', write: (marker) => `${marker}<svg/onload=${run}>@shop.example` },
  { name: 'quoted e-mail', write: (marker) => `"${marker}<svg/onload=${run}>"@shop.example` },
  { name: 'formula', write: (marker) => `=HYPERLINK("http://evil.example","${marker}")` },
  { name: 'formula after a blank', write: (marker) => `\t@SUM(1+1)*cmd|' /C calc'!A0 ${marker}` },
  { name: 'right to left', write: (marker) => `${marker}\u202egnp.exe\u2066` },
  { name: 'NUL', write: (marker) => `${marker}\u0000after` },
  { name: 'lone surrogate', write: (marker) => `${marker}\ud800after` },
  { name: 'lone low surrogate', write: (marker) => `\udc00${marker}` },
  { name: 'prototype', write: (marker) => `__proto__${marker}` },
];
