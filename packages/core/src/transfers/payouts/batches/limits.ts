/** The limits of a file of payouts. */
export const batch_limits = {
  lines_max: 10_000,
  file_bytes_max: 5 * 1024 * 1024,
  /** Longer than any valid line. After an unclosed quote, the whole rest of the file would be one line. */
  line_characters_max: 10_000,
  file_name_length_max: 255,
  reference_length_max: 100,
  /** The number of findings shown on a page; the others are only in the exported file. */
  findings_shown: 100,
  /** The number of lines of a valid file that are shown before it is confirmed. */
  lines_shown: 5,
  /** Maximum length of a file's text that is quoted in a finding. */
  excerpt_length_max: 60,
} as const;

/**
 * The period within which another file with the same content causes a warning, and after which unconfirmed files
 * are deleted.
 */
export const kept_ms = 30 * 24 * 60 * 60 * 1000;
