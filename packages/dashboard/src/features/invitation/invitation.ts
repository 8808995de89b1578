import type { paths } from '../../api/schema.d.ts';

/** What an invitation is to, as its link tells. */
export type Invitation =
  paths['/dashboard/api/public/invitation']['post']['responses'][200]['content']['application/json']['data'];
