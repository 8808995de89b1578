/** The values known today, suggested by editors, and any other text: a newer service may send a new one. */
export type OpenUnion<Known extends string> = Known | (string & Record<never, never>);
