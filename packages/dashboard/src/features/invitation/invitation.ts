import type { paths } from '../../api/schema.d.ts';

/** An invitation, as shown on the page that its link opens. */
export type Invitation =
  paths['/dashboard/api/public/invitation']['post']['responses'][200]['content']['application/json']['data'];
