/**
 * QR codes that a merchant shows and an app of a bank or wallet scans (EMVCo, "QR Code Specification for Payment
 * Systems: Merchant-Presented Mode", version 1.1), in the form of PI-SPI, the instant payments of BCEAO (its QR
 * library, version 1.0.2).
 */

/** The countries of PI-SPI, ISO 3166-1 alpha-2. */
const pi_spi_countries: readonly string[] = ['BJ', 'BF', 'CI', 'ML', 'NE', 'SN', 'TG', 'GW'];

/** The contents of a code of PI-SPI. */
export interface PiSpiRequest {
  /** The merchant's alias, a UUID of version 4. */
  readonly alias: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** In F CFA; null if the payer enters it. */
  readonly amount_minor: bigint | null;
  /** At most 25 characters: what the merchant recognizes the payment by. */
  readonly reference: string;
}

const reference_length_max = 25;
const alias_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text is an alias of PI-SPI: a UUID of version 4, in lower case. */
export function isPiSpiAlias(text: string): boolean {
  return alias_pattern.test(text);
}

/** Whether PI-SPI works in a country, given as ISO 3166-1 alpha-2. */
export function hasPiSpi(country: string): boolean {
  return pi_spi_countries.includes(country);
}

/** Writes the text of a QR code of PI-SPI. @throws Error for an alias, country or reference that cannot be written */
export function piSpiText({ alias, country, amount_minor, reference }: PiSpiRequest): string {
  if (!isPiSpiAlias(alias) || !hasPiSpi(country) || reference.length > reference_length_max)
    throw new Error('a code of PI-SPI needs an alias, a country of BCEAO and a short reference');
  const text = [
    field('00', '01'),
    field('36', field('00', 'int.bceao.pi') + field('01', alias)),
    field('52', '0000'),
    // ISO 4217: the franc CFA of BCEAO, which has no decimals.
    field('53', '952'),
    amount_minor === null ? '' : field('54', String(amount_minor)),
    field('58', country),
    // The name and the city are not used: the payer's app shows the name that the alias belongs to.
    field('59', 'X'),
    field('60', 'X'),
    // Channel 000: a code that many people scan.
    field('62', field('05', reference) + field('11', '000')),
    '6304',
  ].join('');
  return text + crc16(text);
}

/** A field: its number, the length of its value, the value. */
function field(number: string, value: string): string {
  return `${number}${String(value.length).padStart(2, '0')}${value}`;
}

/**
 * Computes the checksum over the bytes of a text as four hexadecimal digits: CRC-16 with the polynomial 0x1021 and
 * the start value 0xFFFF (ISO/IEC 13239; EMVCo section 4.7.3).
 */
export function crc16(text: string): string {
  let sum = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000) === 0 ? sum << 1 : (sum << 1) ^ 0x1021;
    sum &= 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
