export interface WorkerProcessTable {
  id: string;
  worker_ids: string[];
  seen_at: Date;
}
