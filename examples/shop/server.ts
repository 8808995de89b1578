import { startShop } from './start.ts';

const { GUICHET_BASE_URL, GUICHET_API_KEY, GUICHET_WEBHOOK_SECRET, PORT, PUBLIC_URL } = process.env;

const missing = Object.entries({ GUICHET_BASE_URL, GUICHET_API_KEY, GUICHET_WEBHOOK_SECRET })
  .filter(([, value]) => !value)
  .map(([name]) => name);
const port = Number(PORT || 4000);

if (missing.length > 0) {
  console.error(`Set ${missing.join(', ')}. The README says where to find them.`);
  process.exitCode = 1;
} else if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('PORT must be a number from 0 to 65535.');
  process.exitCode = 1;
} else {
  const shop = await startShop({
    base_url: GUICHET_BASE_URL ?? '',
    api_key: GUICHET_API_KEY ?? '',
    webhook_secret: GUICHET_WEBHOOK_SECRET ?? '',
    port,
    public_url: PUBLIC_URL || undefined,
  });
  console.log(`The shop is open at ${shop.url}`);
}
