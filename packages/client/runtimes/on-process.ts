import { runChecks } from './run-checks.ts';

/** Address of the behaviour server, put in when this is bundled: runtimes differ in how they take arguments. */
declare const ORIGIN: string;

void runChecks(ORIGIN).then((results) => console.log(JSON.stringify(results)));
