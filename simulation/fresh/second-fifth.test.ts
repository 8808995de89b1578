import { playShare } from '../play.ts';

playShare(1);
