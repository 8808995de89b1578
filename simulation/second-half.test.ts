import { playHistories } from './play.ts';

playHistories({ first_seed: 100_001, histories: 1_000 });
