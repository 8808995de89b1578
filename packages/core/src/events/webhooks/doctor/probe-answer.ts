import type { Answer } from './exchange.ts';
import { describeAnswer, explainAnswer, explainChallenge } from './explain-answer.ts';
import { type Explanation, type Finding, fine, warning, wrong } from './finding.ts';
import { isChallenge } from './recognise-firewall.ts';
import { type Mistake, mistakes, signedMessage } from './signed-messages.ts';
import { explainFailure, isAccepted, post, type Subject } from './subject.ts';

/** The time to wait, in multiples of the deadline, to distinguish a late response from none. */
const patience = 2;
/** A response that takes a third of the deadline may miss the deadline on a busy day. */
const slow_part = 3;
/** Responses that may come from a handler that rejected the signature. */
const doubting_problems = new Set(['refused', 'forbidden', 'server_error']);

const seconds = (duration_ms: number): string => `${(duration_ms / 1000).toFixed(1)} s`;

/**
 * Sends an ordinary webhook: compact JSON, correctly signed. Anything but a 2xx in time would be retried for
 * days.
 */
export async function probeAnswer(subject: Subject): Promise<Finding> {
  const { target, deadline_ms } = subject;
  const result = await post(subject, signedMessage(subject.sample), { deadline_ms: patience * deadline_ms });
  if ('stage' in result) return wrong('answer', explainFailure(result, target.url));
  if (result.duration_ms > deadline_ms || result.ended === 'late' || result.ended === 'broken') {
    return wrong('answer', explainUnfinished(result, deadline_ms));
  }
  if (!isAccepted(result)) {
    const explanation = explainAnswer(result, target.url, subject.sample.endpoint.id);
    const mistake = doubting_problems.has(explanation.problem) ? await findMistake(subject) : undefined;
    return wrong('answer', mistake ? explainMistake(mistake, result) : explanation);
  }
  if (isChallenge(result)) return wrong('answer', explainChallenge(result));
  const doubt = doubtOf(result, deadline_ms);
  return doubt ? warning('answer', doubt) : fine('answer', describeAnswer(result));
}

function explainUnfinished(answer: Answer, deadline_ms: number): Explanation {
  if (answer.ended === 'broken') {
    return {
      problem: 'answer_broken',
      detail: `${describeAnswer(answer)}, and the connection was closed in the middle of the response`,
      fix: 'look for a crash in the application’s log; Content-Length has to be the length of the body in bytes',
    };
  }
  if (answer.ended === 'late') {
    return {
      problem: 'answer_without_end',
      detail: `responded with ${answer.status}, and the body did not end within ${seconds(answer.duration_ms)}`,
      fix: 'end the response: an empty body is enough',
    };
  }
  return {
    problem: 'too_slow',
    detail: `${describeAnswer(answer)}: an attempt is abandoned after ${seconds(deadline_ms)}, counts as failed and is repeated`,
    fix: 'respond first, then work: store the event or put it into a queue, and respond with 200 at once',
  };
}

/** Warns of responses that succeed now but may fail later. */
function doubtOf(answer: Answer, deadline_ms: number): Explanation | undefined {
  if (answer.duration_ms > deadline_ms / slow_part) {
    return {
      problem: 'slow',
      detail: `${describeAnswer(answer)}: after ${seconds(deadline_ms)} it would count as failed`,
      fix: 'respond first, then work: store the event or put it into a queue, and respond with 200 at once',
    };
  }
  if (
    /^\s*text\/html/i.test(answer.headers['content-type'] ?? '') ||
    /^\s*<(!doctype|html)/i.test(answer.body)
  ) {
    return {
      problem: 'web_page',
      detail: `${describeAnswer(answer)} with a web page: does the handler respond, or a page for every address?`,
      fix: 'compare the path with the handler’s route; a 200 from anything else loses the event',
    };
  }
  if (answer.ended === 'cut') {
    return {
      problem: 'large_answer',
      detail: `${describeAnswer(answer)} with more than 16 KB, the rest of which is not read`,
      fix: 'respond with an empty body: a connection that is cut off cannot be reused',
    };
  }
  return undefined;
}

/**
 * @returns the mistake that explains why a correct signature is rejected; undefined when no known one does
 */
async function findMistake(subject: Subject): Promise<Mistake | undefined> {
  for (const mistake of mistakes) {
    const result = await post(subject, mistake.message(subject.sample));
    if (!('status' in result)) return undefined;
    // A server that rejects at random would match any mistake.
    if (isAccepted(result)) {
      return isAccepted(await post(subject, signedMessage(subject.sample))) ? undefined : mistake;
    }
  }
  return undefined;
}

const writers: Readonly<Partial<Record<Mistake['name'], string>>> = {
  php: 'PHP’s json_encode',
  python: 'Python’s json.dumps',
  python_compact: 'Python’s json.dumps without spaces',
  go: 'Go’s json.Marshal',
};

function explainMistake({ name }: Mistake, answer: Answer): Explanation {
  const met = describeAnswer(answer);
  const writer = writers[name];
  if (writer) {
    return {
      problem: 'body_reencoded',
      detail: `${met}, but accepts a signature over the body as ${writer} writes it: the handler parses and re-serializes the JSON before it verifies`,
      fix: 'verify the signature over the raw bytes of the body as received (PHP file_get_contents("php://input"), Flask request.get_data(), Django request.body, Go io.ReadAll)',
    };
  }
  if (name === 'body_alone') {
    return {
      problem: 'signed_text_wrong',
      detail: `${met}, but accepts a signature over the body alone`,
      fix: 'sign the value of t, a dot and the raw body',
    };
  }
  return {
    problem: 'key_wrong',
    detail: `${met}, but accepts a signature with ${name === 'key_decoded' ? 'the secret decoded from base64' : 'the secret without whsec_'} as the key`,
    fix: 'the key of X-Service-Signature is the whole secret as text, whsec_ included (the Standard Webhooks headers use the decoded one)',
  };
}
