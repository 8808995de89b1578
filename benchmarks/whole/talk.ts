import { type Agent, request } from 'undici';

interface Answer {
  readonly data: { readonly session_token: string; readonly status: string };
}

/** Requests of a merchant's server and of its customers. Each ends with an error when it is refused. */
export function talkTo(url: string, api_key: string, agent: Agent) {
  async function ask(method: 'GET' | 'POST', path: string, is_shop: boolean, body?: object): Promise<Answer> {
    const headers = {
      ...(is_shop && { authorization: `Bearer ${api_key}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const to = { method, dispatcher: agent, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await request(`${url}/api/v1${path}`, to);
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} was answered with ${answer.statusCode}: ${text}`);
    return JSON.parse(text);
  }

  /** Opens the page, or sends one of its forms and follows to the next screen, as a browser without JavaScript does. */
  async function visit(path: string, form?: Readonly<Record<string, string>>): Promise<string> {
    const sent = form && {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    };
    const to = { method: form ? 'POST' : 'GET', dispatcher: agent, ...sent };
    const answer = await request(new URL(path, url), to);
    const html = await answer.body.text();
    const { location } = answer.headers;
    if (answer.statusCode === 303 && typeof location === 'string') return visit(location);
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${html}`);
    return html;
  }

  return { ask, visit };
}

/** The address and the hidden fields of the form whose address ends so. */
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
