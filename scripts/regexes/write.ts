import { readAll } from './all.ts';
import { keepJudgements } from './judge.ts';

await keepJudgements(await readAll());
