/** Limit far above any response of the service: a page of 100 objects with all their metadata is under 2 MiB. */
const body_bytes_max = 16 * 1024 * 1024;
/** Number of characters of a larger body that the error keeps. */
const excerpt_length = 1_000;

/**
 * Reads the text of a response. An oversized response is not from the service: it is cut off, so it will not parse
 * as JSON.
 */
export async function readBody(response: Response): Promise<string> {
  const reader = response.body?.getReader?.();
  // A custom `fetch` may not support streams.
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    bytes += value.length;
    if (bytes > body_bytes_max) {
      await reader.cancel();
      return text.slice(0, excerpt_length);
    }
  }
}
