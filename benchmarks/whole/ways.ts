/** A way to pay: through the API or on the hosted page, in the sandbox or with MTN's simulator. */
export interface Way {
  readonly name: string;
  readonly hosted: boolean;
  readonly live: boolean;
  /** The default numbers of concurrent customers. */
  readonly customers: readonly number[];
}

export const ways: readonly Way[] = [
  { name: 'api', hosted: false, live: false, customers: [1, 16, 64] },
  { name: 'hosted', hosted: true, live: false, customers: [16] },
  { name: 'live-api', hosted: false, live: true, customers: [16] },
  { name: 'live-hosted', hosted: true, live: true, customers: [16] },
];

export const by_api: Way = { name: 'api', hosted: false, live: false, customers: [16] };
export const live_hosted: Way = { name: 'live-hosted', hosted: true, live: true, customers: [8] };

export const describeWay = ({ hosted, live }: Way): string =>
  `${live ? 'live at MTN’s simulator' : 'sandbox'}, ${hosted ? 'hosted page' : 'by API'}`;
