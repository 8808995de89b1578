import type { Agent } from 'undici';
import { send } from '../send.ts';

interface Answer {
  readonly data: { readonly session_token: string; readonly status: string };
}

/**
 * Returns functions that make the requests of a merchant's server and its customers. Each throws an error if the
 * request is refused.
 */
export function talkTo(url: string, api_key: string, agent: Agent) {
  async function ask(method: 'GET' | 'POST', path: string, is_shop: boolean, body?: object): Promise<Answer> {
    const headers = {
      ...(is_shop && { authorization: `Bearer ${api_key}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const { status, text } = await send(agent, {
      origin: url,
      path: `/api/v1${path}`,
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (status >= 300) throw new Error(`${path} responded with ${status}: ${text}`);
    return JSON.parse(text);
  }

  /** Opens the page, or sends one of its forms and follows the redirect, as a browser without JavaScript does. */
  async function visit(address: string, form?: Readonly<Record<string, string>>): Promise<string> {
    const { pathname, search } = new URL(address, url);
    const path = `${pathname}${search}`;
    const { status, location, text } = await send(agent, {
      origin: url,
      path,
      method: form ? 'POST' : 'GET',
      ...(form && {
        body: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
      }),
    });
    if (status === 303 && location !== undefined) return visit(location);
    if (status !== 200) throw new Error(`${path} responded with ${status}: ${text}`);
    return text;
  }

  return { ask, visit };
}

/** Returns the address and the hidden fields of the form whose address ends with `end`. */
export function formOf(html: string, end: string): { action: string; fields: Record<string, string> } {
  for (const [form] of html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)) {
    const action = attributeOf(form, 'action');
    if (!action.split('?')[0]?.endsWith(end)) continue;
    const hidden = [...form.matchAll(/<input\b[^>]*type="?hidden[^>]*>/g)];
    return {
      action,
      fields: Object.fromEntries(
        hidden.map(([input]) => [attributeOf(input, 'name'), attributeOf(input, 'value')]),
      ),
    };
  }
  throw new Error(`the page has no form that leads to ${end}: ${html.replaceAll(/<[^>]*>/g, ' ')}`);
}

const attributeOf = (tag: string, name: string): string =>
  (new RegExp(`\\b${name}=(?:"([^"]*)"|([^\\s>]*))`).exec(tag)?.slice(1).find(Boolean) ?? '').replaceAll(
    '&amp;',
    '&',
  );
