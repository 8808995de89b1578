import { constants, createPrivateKey, privateDecrypt } from 'node:crypto';

/**
 * The simulator's counterpart of Safaricom's certificate: X.509, DER in base64. Created only for the simulator,
 * together with its key below; neither protects anything.
 */
export const simulatedCertificate =
  'MIIDGzCCAgOgAwIBAgIUdzxKSS2qqc3GszX1rwuenmrMwfQwDQYJKoZIhvcNAQELBQAwHDEaMBgGA1UEAwwRc2ltdWxhdGVkLmV4' +
  'YW1wbGUwIBcNMjYxMTIxMTgyNDU1WhgPMjEyNjEwMjgxODI0NTVaMBwxGjAYBgNVBAMMEXNpbXVsYXRlZC5leGFtcGxlMIIBIjAN' +
  'BgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxAKL20Hg+Qq95XbTGCnRPzoAW5gYYI6+TXZL5QTLJmF0tVKn/C6deRvmJUznMcR5' +
  'D4GlQaNP8EEob2mxMguX1fdvdp+9WKyP2S88ruslaWsYBMWHoJsN4BMuBu6x4qeuvC2teNzNyZQNBn7GHLH91X0Ef4QYrq53TWIx' +
  'x/xU0PIkd2t7hLaXRdeqeiWjM9oxE8IMnCYlnfoeCqPatLnz7E8jBA3ufp2DPYcgVWhG6xegKrgiR78fli0CfGTAhCzju8jmo37s' +
  '2/jkT8+oU8ksvXwk+JDSBF5VY0VAxfRTBvXnfzWM6v3wS2YltJUuJU8Wo3cRzItjNQTgmnCNfmeDKwIDAQABo1MwUTAdBgNVHQ4E' +
  'FgQUtWgeKIDY1QjF+6U0fTKThHpFYqEwHwYDVR0jBBgwFoAUtWgeKIDY1QjF+6U0fTKThHpFYqEwDwYDVR0TAQH/BAUwAwEB/zAN' +
  'BgkqhkiG9w0BAQsFAAOCAQEAiF6ogdJRKakfjhxNCqOO9Q0atoNBvi+2I+A4HRVekiOenx0vzdlJ3CfBMy1u2x116uXr3C9B47Qs' +
  'EGrhjufqqD46PKKlwE/1SkOqCGkhG1yZafz2VRdB8m7psziqKHA2Pyg5bK7sify/bOrm9MW80SAYzebmREIcFt/NIPLvyQ0Jyr/f' +
  'bEbHT6SWzGjqIwiezahAopvahu8RGdXTic/1vv5XEYwCp1Vs0IRQf/axoO+aV675+KckvjztoGgPYEo6iIAlhfaPTOr5LbLnoqra' +
  'BOyViett6m114MO1fXLpx+KIhKx/16vvlEAw01PQB3fApg341cFp8jLqONq9tVoJ9g==';

/** PKCS #8, DER in base64. */
const key =
  'MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDEAovbQeD5Cr3ldtMYKdE/OgBbmBhgjr5NdkvlBMsmYXS1Uqf8' +
  'Lp15G+YlTOcxxHkPgaVBo0/wQShvabEyC5fV9292n71YrI/ZLzyu6yVpaxgExYegmw3gEy4G7rHip668La143M3JlA0GfsYcsf3V' +
  'fQR/hBiurndNYjHH/FTQ8iR3a3uEtpdF16p6JaMz2jETwgycJiWd+h4Ko9q0ufPsTyMEDe5+nYM9hyBVaEbrF6AquCJHvx+WLQJ8' +
  'ZMCELOO7yOajfuzb+ORPz6hTySy9fCT4kNIEXlVjRUDF9FMG9ed/NYzq/fBLZiW0lS4lTxajdxHMi2M1BOCacI1+Z4MrAgMBAAEC' +
  'ggEALjVTdzsOqGdp4SCkHzwsgjVQREeU555/Ko/K0JDSu5eaBe0YgREUOqrjFMQOdOMWjxtHNDQl8kPKHonSJjQpdV3BvztlTfRQ' +
  'bSj/q1TwGuwOW4GdubUUDlE3NpcrBH33aZFzJd0X/n+SmodkePtVFfFFEDK6BuRGZ83QYo8QB7nEUWJIlt5ZREmixMbjMRToQtZ3' +
  'm8HTm5xYhFC9UuaAm67c6u1ApabUXTos4HFgjf7OnEEcyycQD3/HHIdTxrwa//v/b8hRDVpsVHJ8+q/tmBSubTj1MhvNLeTMkBOS' +
  '/orf3yErBYfuKZjqixeOiz2aH+rzivfeqT0qsMxsPfv7kQKBgQDjn+iJ0GVPNpuDXCRihOHIZDgcddafOLLSzwqnX8c6EgDfCJtg' +
  '5kAiYxBDcaQXphmwZjlAw/tCLz77wvC3VyQRYz2oy2WUrvcTHL4tWzjNNYIhzdkO32G2S+6nORMLLjoCrzFbH7uHGSZ72EIbBM+P' +
  'cldDmPTkTjzbiIAPLpZfxwKBgQDccbsuh12B8W2LuInaUS9U1u3g3mh0xmCCut15IP0jy6q/OvB0sVPEiPdXdhJPbMT+VMnCD65W' +
  'YkKFYJEYBW9kSguqWGr8SVEO4+KhjwAuFl76nlm9U9Q8ktCtSWgKNLKCMLt8FJSiXoE135qHXauuEnPjce6vZhrV8l9cGv1JfQKB' +
  'gCjL5j+dDCtQXDsE7riBnH3wCGaBcEAFR3elCAHLlsd/poxS3JZXbjM7khSkb4aVjJEjISvMdGH+WcmBvOb/RUWghdKU8dXeLgZM' +
  '5oD2ko2lA3fPjxGtU7P6lAGApzsfw+HrSGtOmquyBEW6Es8I47KQCbfh2DJ7G0k1g840yVrNAoGAHzmQ3PdZnGVZMfhStnTXcnn7' +
  'OeXm/9t1oi7b3iN5F8/qgKnVk4HmrqkD+ASGdW+fu7LA3VchR6UlbQUPqEpky9zdKCTcCp5L+AL5gA7kZKLQk0lIxtOP9YCKRHFo' +
  'ZkGuo1hJxjqYDyO5w6rHlbMD9WUxux7RQ1EALhvlvAMqq3UCgYBU0pTwU6S60MksSvGq3hXqp+bKYh686wP6fmn/Qgeo+843q7u2' +
  'B5OrnoEs13tz/teDWWP9DjcFd0LTH6iehbENL9oxJNTMCcf+5sv8eFzFfNOfl4sry84W3MzxlZpG594Qewq6jsWrnI7SIBd2x0w0' +
  'nHeVhsjxLqq/QP2GmkRiKA==';

/**
 * Decrypts the initiator's password in a SecurityCredential; undefined if it was not encrypted with the
 * certificate.
 */
export function readSecurityCredential(credential: unknown): string | undefined {
  try {
    const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
    const padded = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
    return privateDecrypt(padded, Buffer.from(String(credential), 'base64')).toString('utf8');
  } catch {
    // A credential that cannot be decrypted was encrypted with a different key.
    return undefined;
  }
}
