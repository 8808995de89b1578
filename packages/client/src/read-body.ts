/** Far above any answer of the service: a page of 100 objects with all their metadata is under 2 MiB. */
const body_bytes_max = 16 * 1024 * 1024;
/** What is kept of a larger one, for the error. */
const excerpt_length = 1_000;

/** The text of an answer. One that is too large is none of ours: it is cut off, and so cannot be read as JSON. */
export async function readBody(response: Response): Promise<string> {
  const reader = response.body?.getReader?.();
  // A fetch of the caller may have no streams.
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
