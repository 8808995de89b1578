import { playShare } from '../play.ts';

playShare(0);
