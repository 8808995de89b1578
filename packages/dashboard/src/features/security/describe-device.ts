/** Browsers by their names in User-Agents; those that also contain another browser's name come first. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Edg\w{0,9}\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system, as far as a User-Agent reveals them: "Firefox, Android". Null if it reveals neither. */
export function describeDevice(user_agent: string | null | undefined): string | null {
  const names = [browsers, systems].flatMap((known) => {
    const found = known.find(([mark]) => mark.test(user_agent ?? ''));
    return found ? [found[1]] : [];
  });
  return names.length === 0 ? null : names.join(', ');
}
