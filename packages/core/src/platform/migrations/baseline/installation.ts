/** What concerns the installation as a whole, and no merchant. */
export const installation: readonly string[] = [
  `create table installation_secrets (name text primary key, secret_sealed text not null)`,
];
