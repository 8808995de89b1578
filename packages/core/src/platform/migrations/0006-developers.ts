/** Part of 0006-dashboard: what staff see of API keys, and the log of the API's requests. */
export const statements: readonly string[] = [
  `alter table api_keys add column name text, add column last_used_at timestamptz`,
  `create table api_requests (
    merchant_id text not null,
    -- As the caller was told it in X-Request-Id. Ids are ULIDs: they sort by time.
    id text not null,
    mode text not null check (mode in ('test', 'live')),
    key_id text not null,
    method text not null,
    path text not null,
    status integer not null,
    -- Of a refusal.
    code text,
    duration_ms integer not null,
    created_at timestamptz not null,
    primary key (merchant_id, id)
  )`,
  `create index api_requests_newest on api_requests (merchant_id, mode, id)`,
  `create index api_requests_refused on api_requests (merchant_id, mode, id) where status >= 400`,
  `create index api_requests_oldest on api_requests using brin (created_at)`,
];
