import { playHistories } from './play.ts';

// In two files, so that two processes share the work.
playHistories({ first_seed: 1, histories: 1_000 });
