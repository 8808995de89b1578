import type { Answer } from './exchange.ts';
import { describeAnswer, explainAnswer } from './explain-answer.ts';
import { type Finding, fine, type Probe, warning, wrong } from './finding.ts';
import type { Failure } from './open-socket.ts';
import {
  forgedMessage,
  oldMessage,
  rewrittenUnusualMessage,
  signedMessage,
  unsignedMessage,
  unusualMessage,
} from './signed-messages.ts';
import { explainFailure, isAccepted, post, type Subject } from './subject.ts';

/** The pause in the middle of a body, as a fraction of the deadline: 1 s of 15. */
const hold_part = 15;
const too_many = 429;
const unanswered = 'no_answer_to_probe';

const raw_body_fix =
  'verify the signature over the raw bytes as received, before any JSON parsing (Express express.raw({ type: "application/json" }), ' +
  'Next.js request.text(), NestJS rawBody: true, Fastify a parser as buffer)';
const verify_fix =
  'verify every request before you trust it: verifyWebhook of the client library, or any Standard Webhooks library; respond with 401 when that fails';

/**
 * Sends forged messages, and unusual ones that correct receivers accept, to an endpoint that accepts correct
 * signatures. Ends when the endpoint stops responding: one that hangs would cost a deadline for each probe.
 */
export async function probeSignature(subject: Subject): Promise<Finding[]> {
  const forged = await post(subject, forgedMessage(subject.sample));
  const findings = [judgeForged(forged, subject)];
  const probes = isAccepted(forged)
    ? [probeWholeBody]
    : [probeUnsigned, () => probeUnusual(subject, forged), probeOld, probeWholeBody];
  for (const probe of probes) {
    if (findings.at(-1)?.problem === unanswered) break;
    findings.push(await probe(subject));
  }
  return findings;
}

function judgeForged(result: Answer | Failure, subject: Subject): Finding {
  if (isUnjudged(result)) return inconclusive('wrong_signature', result, subject);
  if (isAccepted(result)) {
    return wrong('wrong_signature', {
      problem: 'signature_not_checked',
      detail: `${describeAnswer(result)} to a webhook with a wrong signature: anyone can send a false report of a payment`,
      fix: verify_fix,
    });
  }
  return judgeRefusal('wrong_signature', result);
}

async function probeUnsigned(subject: Subject): Promise<Finding> {
  const result = await post(subject, unsignedMessage(subject.sample));
  if (isUnjudged(result)) return inconclusive('missing_signature', result, subject);
  if (isAccepted(result)) {
    return wrong('missing_signature', {
      problem: 'signature_optional',
      detail: `${describeAnswer(result)} to a webhook without any signature: the signature is verified only if there is one`,
      fix: verify_fix,
    });
  }
  return judgeRefusal('missing_signature', result);
}

/** Judges the response to a message that must be rejected. */
function judgeRefusal(probe: Probe, answer: Answer): Finding {
  const { status } = answer;
  if (status < 500) return fine(probe, `refused with ${status}, as it should be`);
  return warning(probe, {
    problem: 'refused_by_error',
    detail: `${describeAnswer(answer)}: refused, but by an error`,
    fix: 'catch the error of the verification and respond with 401, so that forged requests do not trigger your alerts',
  });
}

async function probeUnusual(subject: Subject, forged: Answer | Failure): Promise<Finding> {
  const probe = 'unusual_json';
  const result = await post(subject, unusualMessage(subject.sample));
  if (isUnjudged(result)) return inconclusive(probe, result, subject);
  if (isAccepted(result))
    return fine(probe, `accepted with ${result.status}: the bytes are verified as received`);
  const met = `${describeAnswer(result)} to a correctly signed body with unusual spaces and escapes`;
  const isProven = isAccepted(await post(subject, rewrittenUnusualMessage(subject.sample)));
  const isRefusedAlike = 'status' in forged && forged.status === result.status;
  if (isProven || isRefusedAlike) {
    const sureness = isProven
      ? 'it accepts a signature over the body as JSON.stringify writes it'
      : 'most likely';
    return wrong(probe, {
      problem: 'body_reencoded',
      detail: `${met}: the handler parses and re-serializes the JSON before it verifies (${sureness}); a metadata key like "10" is enough to break it`,
      fix: raw_body_fix,
    });
  }
  return warning(probe, {
    problem: 'unusual_json_refused',
    detail: `${met}: a strict schema, or the body is re-serialized before it is verified`,
    fix: 'ignore fields that you do not know, and verify the signature over the raw bytes',
  });
}

async function probeOld(subject: Subject): Promise<Finding> {
  const probe = 'old_timestamp';
  const result = await post(subject, oldMessage(subject.sample));
  if (isUnjudged(result)) return inconclusive(probe, result, subject);
  if (!isAccepted(result))
    return fine(probe, `signed an hour ago: refused with ${result.status}, as it should be`);
  return warning(probe, {
    problem: 'old_signature_accepted',
    detail: `${describeAnswer(result)} to a webhook that was signed an hour ago: anyone who has recorded one can send it again`,
    fix: 'refuse a t (webhook-timestamp) more than 5 minutes off; each retry gets a new signature',
  });
}

async function probeWholeBody(subject: Subject): Promise<Finding> {
  const probe = 'whole_body';
  const hold_ms = Math.round(subject.deadline_ms / hold_part);
  const result = await post(subject, signedMessage(subject.sample), { hold_ms });
  if (isUnjudged(result)) return inconclusive(probe, result, subject);
  const met = describeAnswer(result);
  if (isAccepted(result) && !result.is_early)
    return fine(probe, 'waits for the whole body before it responds');
  if (isAccepted(result)) {
    return wrong(probe, {
      problem: 'body_not_read',
      detail: `${met} when only half of the body had been sent: the event is confirmed and never read`,
      fix: 'read the body, verify it and store the event before you respond; look for a page or a proxy that responds to every POST with 200',
    });
  }
  return warning(probe, {
    problem: result.is_early ? 'answered_early' : 'slow_body_refused',
    detail: result.is_early
      ? `${met} when only half of the body had been sent`
      : `${met} to a body that paused for ${hold_ms} ms`,
    fix: 'check what is in front of the handler: a body may take some seconds on a slow network',
  });
}

/**
 * Whether a result reveals nothing about how the receiver verifies signatures: there was no response, or it came
 * from a rate limit.
 */
function isUnjudged(
  result: Answer | Failure,
): result is Failure | (Answer & { readonly status: typeof too_many }) {
  return 'stage' in result || result.status === too_many;
}

function inconclusive(probe: Probe, result: Answer | Failure, { target, sample }: Subject): Finding {
  const { detail, fix } =
    'stage' in result
      ? explainFailure(result, target.url)
      : explainAnswer(result, target.url, sample.endpoint.id);
  return warning(probe, { problem: unanswered, detail: `inconclusive: ${detail}`, fix });
}
