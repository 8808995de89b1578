/**
 * One of the values known today, which editors suggest, or any other text, because a newer service may send a new
 * value.
 */
export type OpenUnion<Known extends string> = Known | (string & Record<never, never>);
