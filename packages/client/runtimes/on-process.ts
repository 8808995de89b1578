import { runChecks } from './run-checks.ts';

/** The address of the behavior server, inserted by the bundler because runtimes pass arguments differently. */
declare const ORIGIN: string;

void runChecks(ORIGIN).then((results) => console.log(JSON.stringify(results)));
