/* The first script, so small that it runs while the others are still loading. */
import { askEarly } from './api/early.ts';
import { tellNotLoaded } from './app/not-loaded.ts';

tellNotLoaded();
askEarly();
