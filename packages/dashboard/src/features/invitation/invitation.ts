import type { paths } from '../../api/schema.d.ts';

/** An invitation, as its link shows it. */
export type Invitation =
  paths['/dashboard/api/public/invitation']['post']['responses'][200]['content']['application/json']['data'];
