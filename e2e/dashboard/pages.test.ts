import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMerchant, createStaff } from '@guichet/core/accounts';
import { listRoutes } from '@guichet/dashboard/testing/list-routes';
import { listEnglishWords } from '@guichet/dashboard/testing/list-words';
import { type Dashboard, openDashboard, signIn } from '@guichet/dashboard/testing/open-dashboard';
import { test_password_hash } from '@guichet/server/dashboard/testing/test-password';
import { makeVisit } from '@guichet/server/dashboard/testing/visit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../test-support/actors.ts';
import { type Receiver, startReceiver } from '../../test-support/receiver.ts';
import { isNightly, sampleOf } from '../../test-support/tier.ts';
import { examine, goWithin, look, prepareContext, until, untilShown, views } from './examine.ts';
import { type Filled, fillMerchant, owner_email } from './fill.ts';
import type { Opening, Visit } from './visits/visit.ts';
import { emptyVisits, opened_elsewhere, visitsOf } from './visits.ts';

/** A folder where screenshots of the examined pages are saved for review. */
const { SCREENSHOTS: pictures } = process.env;
const src = join(import.meta.dirname, '../../packages/dashboard/src');

const routes = await listRoutes();
const english = await listEnglishWords();
/** Used only for the names of the tests, before any object exists. */
const names = visitsOf(
  JSON.parse('{"payments":{},"payouts":{},"invitation_url":"http://a/dashboard/invitation"}'),
);
const patient = { timeout: 120_000 };

let dashboard: Dashboard;
let receivers: readonly Receiver[];
let filled: Filled;
/** A member of a merchant with full data, a member of a new merchant, and a visitor who is not signed in. */
let full: Page;
let empty: Page;
let nobody: Page;
let empty_id: string;
beforeAll(async () => {
  receivers = [
    await startReceiver(),
    await startReceiver((response) => response.writeHead(500).end('Internal server error')),
  ];
  dashboard = await openDashboard({ is_alone: true });
  const { service } = dashboard;
  filled = await fillMerchant(service, {
    good: receivers[0]?.url ?? '',
    failing: receivers[1]?.url ?? '',
  });
  ({ id: empty_id } = await createMerchant(service.ctx, command, {
    name: 'Librairie du Port',
    country: 'BJ',
  }));
  await createStaff(service.ctx, command, {
    ...{ merchant_id: empty_id, email: 'librairie@demo.test', name: 'Direction', role: 'owner' },
    password_hash: test_password_hash,
  });
  // Creates a second session from elsewhere, so that there is one to end.
  await makeVisit(service).signIn(owner_email);
  full = await openAs(owner_email);
  empty = await openAs('librairie@demo.test');
  nobody = await dashboard.open();
  await prepareContext(nobody);
}, 240_000);
afterAll(async () => {
  await dashboard.close();
  for (const receiver of receivers) await receiver.close();
});

async function openAs(email: string): Promise<Page> {
  const page = await dashboard.open();
  await prepareContext(page);
  await signIn(page, email);
  await page.waitForSelector('.frame h1');
  await page.reload();
  return page;
}

/**
 * Examines a page in every view at night, and otherwise in one view that varies by page. @returns the faults by
 * view
 */
async function examineAll(
  page: Page,
  name: string,
  isSeen: (opening: { viewport: string }) => boolean = () => true,
  selector?: string,
) {
  const wrong: Record<string, readonly string[]> = {};
  const seen = views.filter(isSeen);
  for (const view of isNightly ? seen : seen.filter((_, index) => index === name.length % seen.length)) {
    await look(page, view);
    const found = await examine(page, view, english, selector);
    const way = Object.values(view).join(' ');
    if (found.length > 0) wrong[way] = found;
    if (pictures) {
      const file = `${name} ${way}.png`.replace(/[^\w. -]/g, '');
      await page.screenshot({ path: join(pictures, file), fullPage: true });
    }
  }
  return wrong;
}

/** Examines an opened dialog or menu, which has to take the focus and return it when closed. */
async function tryOpening(page: Page, visit: Visit, opening: Opening) {
  const narrow = opening.is_narrow ?? false;
  await look(page, { viewport: narrow ? 'phone' : 'desktop', language: 'en', scheme: 'light' });
  await opening.open(page);
  const inside = `!!document.activeElement?.closest('[role=dialog], [role=menu]')`;
  await until(page, inside);
  const wrong = await examineAll(
    page,
    `${visit.name}, ${opening.name}`,
    ({ viewport }) => !narrow || viewport === 'phone',
    // The page behind the dialog has already been examined.
    '[role=dialog], [role=menu]',
  );
  if (opening.stays) return wrong;
  await page.keyboard.press('Escape');
  await until(page, `!document.querySelector('[role=dialog], [role=menu]')`);
  await until(page, 'document.activeElement !== document.body');
  return wrong;
}

test('the checks detect deliberate faults', patient, async () => {
  const page = await dashboard.open();
  await prepareContext(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.evaluate(`document.querySelector('h1').insertAdjacentHTML('afterend',
    '<p id="pale">pale</p><h1>the second</h1><input><div id="wide">.</div>' +
    '<button id="small">a</button><button id="near">b</button>');
    pale.style.color = '#bbb'; wide.style.width = '340px';
    for (const one of [small, near]) one.style.cssText = 'width: 8px; height: 8px; padding: 0; border: 0'`);
  const view = { viewport: 'phone', language: 'fr', scheme: 'light' } as const;
  const found = (await examine(page, view, new Set())).map((one) => one.split(/[:"]| by /)[0]?.trim());
  expect(new Set(found)).toEqual(
    new Set([
      ...['color-contrast', 'label', 'target-size', 'wider than the screen'],
      ...['2 headings of the first level', 'not translated'],
    ]),
  );
  await page.context().close();
});

test('every route is visited by a test', () => {
  expect(Object.keys(names).sort()).toEqual([...routes]);
});

/** The files with components that other files build their dialogs and menus from. */
const for_others = ['parts/confirm-dialog.tsx', 'app/open-menu.tsx'];

test('every dialog, menu and drawer is opened by a test', async () => {
  const files = (await readdir(src, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const having = [];
  for (const file of files) {
    if (
      /<(Modal|ConfirmDialog|OpenMenu|Menu|Drawer\.Root)[\s>]/.test(await readFile(join(src, file), 'utf8'))
    )
      having.push(file);
  }
  const opened = Object.values(names)
    .flat()
    .flatMap(({ openings = [] }) => openings.map(({ file }) => file));
  opened.push(...opened_elsewhere);
  expect([...new Set(opened)].sort()).toEqual(having.filter((file) => !for_others.includes(file)).sort());
});

const places = Object.entries(names).flatMap(([route, visits]) =>
  visits.map((visit, index) => ({ ...visit, route, index })),
);
/** Further states of members' pages that need no preparation: all of them at night, otherwise a sample. */
const further = places.filter(
  ({ index, at, prepare, act }) => index > 0 && !at.startsWith('/') && !prepare && !act,
);
const further_seen = new Set(sampleOf(further, 10));
const seen = places.filter((place) => !further.includes(place) || further_seen.has(place));
/**
 * All openings at night; otherwise a sample. The sample includes every opening that sends a request, because the
 * responses to these requests are counted at the end.
 */
const openings = seen.flatMap(({ openings = [] }) => openings);
const openings_tried = new Set([...sampleOf(openings, 12), ...openings.filter(({ stays }) => stays)]);

describe.each(seen.map(({ name, route, index }) => [name, route, index] as const))(
  '%s',
  (_, route, index) => {
    const visit = (): Visit => visitsOf(filled)[route]?.[index] ?? { name: '', at: '' };

    test('is accessible in every color scheme and size', patient, async () => {
      const page = await go(visit());
      expect(await examineAll(page, visit().name)).toEqual({});
    });

    const tried = openingsOf(route, index).filter((opening) => openings_tried.has(opening));
    test.each(tried.map((opening) => [opening.name, openingsOf(route, index).indexOf(opening)] as const))(
      'is accessible after opening %s',
      patient,
      async (_, place) => {
        const opening = visit().openings?.[place];
        if (!opening) throw new Error('no such opening');
        const page = await go(visit());
        expect(await tryOpening(page, visit(), opening)).toEqual({});
        if (opening.stays) await page.reload();
      },
    );
  },
);

function openingsOf(route: string, index: number): readonly Opening[] {
  return names[route]?.[index]?.openings ?? [];
}

/** Opens the page of a visit; a public page is opened in a signed-out window. */
async function go({ at, prepare, act }: Visit): Promise<Page> {
  const { origin, pathname, search } = new URL(dashboard.url(at));
  const page = at.startsWith('/') ? nobody : full;
  await prepare?.(dashboard.service);
  if (prepare) await page.reload();
  if (page === nobody) {
    await page.goto('about:blank');
    await page.goto(`${origin}/dashboard${at}`);
    await untilShown(page);
  } else await goWithin(page, pathname + search);
  if (act) {
    await look(page, { viewport: 'desktop', language: 'en', scheme: 'light' });
    await act(page);
  }
  return page;
}

test.each(sampleOf(emptyVisits(routes), 3).map((visit) => [visit.name, visit] as const))(
  '%s',
  patient,
  async (name, { at }) => {
    await goWithin(empty, `/dashboard/${empty_id}/test/${at}`);
    expect(await examineAll(empty, name)).toEqual({});
  },
);

test('the browser reports only expected errors', () => {
  // The expected errors are a required step-up authentication, a wrong password, and an invitation that does not
  // exist.
  const statuses = dashboard.browser
    .problems()
    .map((problem) => /status of (\d+)/.exec(problem)?.[1] ?? problem);
  expect(statuses).toEqual(['403', '401', '404']);
});
