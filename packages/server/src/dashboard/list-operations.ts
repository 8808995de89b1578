import type {
  MerchantDownload,
  MerchantOperation,
  MerchantStream,
  MerchantsOwn,
  MerchantUpload,
  Operation,
  PersonalOperation,
  PublicOperation,
} from './operation.ts';

type Method = Operation['method'];

/** An operation without the fields that its group and its name provide. `/` is the group's own path. */
type Row<Listed extends Operation> = Omit<Listed, 'access' | 'id' | 'tag' | 'method' | 'path'> & {
  /** Method and path: `GET /payments/{id}`. */
  readonly route: `${Method} /${string}`;
};

/** A row states its kind of access, unless it is the usual one, `merchant`. */
type MerchantRow =
  | (Row<MerchantOperation> & { readonly access?: 'merchant' })
  | (Row<MerchantDownload> & { readonly access: 'merchant_download' })
  | (Row<MerchantUpload> & { readonly access: 'merchant_upload' })
  | (Row<MerchantStream> & { readonly access: 'merchant_stream' });

/** Operations by their names. */
type Rows<Listed> = Readonly<Record<string, Listed>>;

/** Operations of a merchant, all of one group. */
export function merchantOperations(tag: string, rows: Rows<MerchantRow>): readonly MerchantsOwn[] {
  return Object.entries(rows).map(([id, { route, ...row }]) => ({
    access: 'merchant',
    ...row,
    id,
    tag,
    ...splitRoute(route),
  }));
}

/** Operations of the signed-in person, all of one group. */
export function personalOperations(
  tag: string,
  rows: Rows<Row<PersonalOperation>>,
): readonly PersonalOperation[] {
  return Object.entries(rows).map(([id, { route, ...row }]) => ({
    access: 'personal',
    ...row,
    id,
    tag,
    ...splitRoute(route),
  }));
}

/** Operations that need no sign-in, all of one group. */
export function publicOperations(tag: string, rows: Rows<Row<PublicOperation>>): readonly PublicOperation[] {
  return Object.entries(rows).map(([id, { route, ...row }]) => ({
    access: 'public',
    ...row,
    id,
    tag,
    ...splitRoute(route),
  }));
}

function splitRoute(route: string): { method: Method; path: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method: method as Method, path: path === '/' ? '' : path };
}
