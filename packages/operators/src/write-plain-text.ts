/**
 * Reduces a description to letters without accents, digits and spaces, for providers that refuse anything else.
 *
 * @param length_max in characters
 */
export function writePlainText(description: string, length_max: number): string {
  const plain = description
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .slice(0, length_max)
    .trim();
  return plain === '' ? 'Payment' : plain;
}
