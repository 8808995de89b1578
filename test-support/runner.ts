import { TestRunner } from 'vitest';
import { takeWorkerEnd } from './worker-end.ts';

/** Vitest's own runner, extended because only the runner is notified when its worker ends. */
// biome-ignore lint/style/noDefaultExport: Vitest imports the default export.
export default class extends TestRunner {
  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    takeWorkerEnd(this.onCleanupWorkerContext);
  }
}
