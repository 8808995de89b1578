import { makeBooks } from '../books.ts';
import type { SimulatorReply, World } from '../contract.ts';
import { json } from '../reply.ts';
import { readSecurityCredential } from './certificate.ts';
import type { DarajaEntry, DarajaOptions, Extra } from './contract.ts';
import { recipientOf } from './numbers.ts';
import { invalid, isAmount, isCallbackAddress, isPhone, nameIn, refuse } from './replies.ts';
import { sendResult, sendStatus } from './results.ts';

type Fields = Readonly<Record<string, unknown>>;

const payout_min = 10;
const payout_max = 150_000;

/** The requests of an initiator. Each is acknowledged immediately, and its result is reported only by callback. */
export interface Initiator {
  all(): readonly DarajaEntry[];
  decide(reference: string, end: string): boolean;
  payOut(fields: Fields): SimulatorReply;
  reverse(fields: Fields): SimulatorReply;
  askStatus(fields: Fields): SimulatorReply;
}

export function makeInitiator(
  world: World,
  options: DarajaOptions,
  names: { nameOf(prefix: string): string; collected(receipt: string): DarajaEntry | undefined },
): Initiator {
  const desk = makeDesk(world, options, names);
  return {
    all: desk.all,
    decide: desk.decide,
    payOut: (fields) => checkCommon(options, fields, fields.InitiatorName) ?? payOut(desk, fields),
    reverse: (fields) => checkCommon(options, fields, fields.Initiator) ?? reverse(desk, fields),
    askStatus: (fields) => checkCommon(options, fields, fields.Initiator) ?? askStatus(desk, fields),
  };
}

/** The state and the functions that the requests share. */
interface Desk {
  readonly world: World;
  readonly options: DarajaOptions;
  all(): readonly DarajaEntry[];
  decide(reference: string, end: string): boolean;
  nameOf(prefix: string): string;
  /** Finds the payment with a receipt. */
  collected(receipt: string): DarajaEntry | undefined;
  /** @param about.code code of a failure that occurs before the recipient is reached; null if there is none */
  open(
    direction: 'payout' | 'refund',
    fields: Fields,
    about: { readonly second_id: string; readonly phone: string; readonly code: string | null },
  ): SimulatorReply;
}

function makeDesk(
  world: World,
  options: DarajaOptions,
  { nameOf, collected }: Pick<Desk, 'nameOf' | 'collected'>,
): Desk {
  const onEnd = (entry: DarajaEntry): void => {
    entry.extra.receipt ??= entry.status === 'success' ? nameOf('TB') : null;
    sendResult(world, entry);
  };
  const books = makeBooks<Extra>(world, onEnd);
  // Holds the transactions that fail before their recipient is reached, so that a plan set for the recipient's
  // number does not apply to them.
  const refused = makeBooks<Extra>({ ...world, planOf: () => undefined }, onEnd);
  const all = (): readonly DarajaEntry[] => [...books.all(), ...refused.all()];

  const open: Desk['open'] = (direction, fields, { second_id, phone, code }) => {
    const name = nameIn(String(fields.ResultURL));
    const provider_reference = nameOf('AG_');
    const order = {
      direction,
      reference: all().some((entry) => entry.reference === name) ? `${name}#${provider_reference}` : name,
      provider_reference,
      phone,
      asked_amount: String(fields.Amount),
      currency: 'KES',
      extra: {
        second_id,
        url: String(fields.ResultURL),
        queue_url: String(fields.QueueTimeOutURL),
        about: direction === 'refund' ? String(fields.TransactionID) : null,
        receipt: null,
      },
    };
    if (code === null) books.open(order, recipientOf(phone));
    else refused.open(order, { after_ms: 1_000, end: code });
    return acknowledge(provider_reference, second_id);
  };
  return { world, options, all, decide: books.decide, nameOf, collected, open };
}

function acknowledge(provider_reference: string, second_id: string): SimulatorReply {
  return json(200, {
    ConversationID: provider_reference,
    OriginatorConversationID: second_id,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });
}

/** The sum that moved in one direction, in shillings. @param about limits the sum to one receipt */
function moved(entries: readonly DarajaEntry[], direction: string, about: string | null = null): bigint {
  return entries
    .filter((entry) => entry.direction === direction && (about === null || entry.extra.about === about))
    .reduce((sum, { moved_amount }) => sum + BigInt(moved_amount ?? '0'), 0n);
}

function payOut({ options, all, open }: Desk, fields: Fields): SimulatorReply {
  const second_id = String(fields.OriginatorConversationID ?? '');
  if (second_id === '') return invalid('OriginatorConversationID');
  if (all().some(({ extra }) => extra.second_id === second_id)) {
    return refuse(500, '500.002.1001', 'Duplicate OriginatorConversationID.');
  }
  if (!['BusinessPayment', 'SalaryPayment', 'PromotionPayment'].includes(String(fields.CommandID))) {
    return invalid('CommandID');
  }
  if (!isAmount(fields.Amount, payout_min, payout_max)) return invalid('Amount');
  if (!isPhone(fields.PartyB)) return invalid('PartyB');
  const isBeyond = moved(all(), 'payout') + BigInt(fields.Amount) > options.float;
  const code = isCredentialWrong(options, fields) ? '2001' : isBeyond ? '1' : null;
  return open('payout', fields, { second_id, phone: String(fields.PartyB), code });
}

function reverse({ options, all, nameOf, collected, open }: Desk, fields: Fields): SimulatorReply {
  if (fields.CommandID !== 'TransactionReversal') return invalid('CommandID');
  if (fields.RecieverIdentifierType !== '11') return invalid('RecieverIdentifierType');
  if (!isAmount(fields.Amount, 1, Number.MAX_SAFE_INTEGER)) return invalid('Amount');
  const receipt = String(fields.TransactionID);
  const original = collected(receipt);
  const left = BigInt(original?.moved_amount ?? '0') - moved(all(), 'refund', receipt);
  const code = isCredentialWrong(options, fields)
    ? '2001'
    : reversalProblem(original, BigInt(fields.Amount) > left);
  return open('refund', fields, { second_id: nameOf('rev-'), phone: original?.phone ?? '', code });
}

function reversalProblem(original: DarajaEntry | undefined, is_beyond: boolean): string | null {
  if (original?.status !== 'success') return 'R000002';
  return is_beyond ? 'R000001' : null;
}

function askStatus({ world, options, all, nameOf }: Desk, fields: Fields): SimulatorReply {
  if (fields.CommandID !== 'TransactionStatusQuery') return invalid('CommandID');
  if (fields.IdentifierType !== '4') return invalid('IdentifierType');
  // A transaction is identified by its receipt or its conversation id: a field that is present must not be empty,
  // and no other field is read.
  const names = [fields.TransactionID, fields.OriginalConversationID].filter((name) => name !== undefined);
  if (names.length === 0 || names.includes('')) return invalid('TransactionID');
  const entry = all().find(({ extra }) => names.includes(extra.receipt) || names.includes(extra.second_id));
  const [conversation, originator] = [nameOf('AG_'), nameOf('status-')];
  const isAllowed = !isCredentialWrong(options, fields);
  sendStatus(world, String(fields.ResultURL), { conversation, originator, entry, isAllowed });
  return acknowledge(conversation, originator);
}

function checkCommon(
  { short_code }: DarajaOptions,
  fields: Fields,
  initiator: unknown,
): SimulatorReply | undefined {
  const party = fields.PartyA ?? fields.ReceiverParty;
  if (typeof initiator !== 'string' || initiator === '') return invalid('Initiator');
  if (String(party) !== short_code) return invalid('PartyA');
  if (!isCallbackAddress(fields.ResultURL)) return invalid('ResultURL');
  if (!isCallbackAddress(fields.QueueTimeOutURL)) return invalid('QueueTimeOutURL');
  if (typeof fields.Remarks !== 'string' || fields.Remarks === '' || fields.Remarks.length > 100) {
    return invalid('Remarks');
  }
  return undefined;
}

/** Whether the credential is wrong, which is reported by callback: the request itself is accepted. */
function isCredentialWrong(options: DarajaOptions, fields: Fields): boolean {
  const { initiator_name, initiator_password } = options;
  const isName = (fields.InitiatorName ?? fields.Initiator) === initiator_name;
  return !isName || readSecurityCredential(fields.SecurityCredential) !== initiator_password;
}
