/** The limits of `interface.md`, section Limits. Amounts in major units. */
export const limits = {
  amount_min: 1,
  amount_max: 10_000_000,
  url_length_max: 500,
  description_length_max: 255,
  session_lifetime_ms: 30 * 60 * 1000,
  /** Design section 7. */
  metadata_keys_max: 50,
  metadata_bytes_max: 16 * 1024,
  metadata_depth_max: 8,
  /** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets with its brackets. */
  email_length_max: 254,
  /** First and last names. */
  name_length_max: 100,
} as const;
