import { limits } from '@guichet/kernel/limits';
import type { Problem } from '@guichet/kernel/problem';
import { textProblem } from '@guichet/kernel/validation';

/** @returns the problem if the metadata is too large or too deeply nested, or cannot be stored unchanged */
export function metadataProblem(metadata: Record<string, unknown>): Problem | string | undefined {
  if (Object.keys(metadata).length > limits.metadata_keys_max) {
    return `must have at most ${limits.metadata_keys_max} keys`;
  }
  const problem = valueProblem(metadata, 1);
  if (problem !== undefined) return problem;
  if (Buffer.byteLength(JSON.stringify(metadata)) > limits.metadata_bytes_max) {
    return `must be at most ${limits.metadata_bytes_max / 1024} KB of JSON`;
  }
  return undefined;
}

function valueProblem(value: unknown, depth: number): Problem | string | undefined {
  if (depth > limits.metadata_depth_max) return `must be nested at most ${limits.metadata_depth_max} deep`;
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number') return numberProblem(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const problem = textProblem(key) ?? valueProblem(item, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * An integer beyond 2^53 has already lost digits when it is parsed, so refuse it rather than store a different one.
 */
function numberProblem(value: number): Problem | string | undefined {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return undefined;
  return 'must not contain numbers beyond 9007199254740991: send them as text';
}
