/** A secret that all processes share, and that a backup of the database keeps. */
export interface InstallationSecretTable {
  name: string;
  secret_sealed: string;
}
