import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';

/** A link from the list of payouts to bulk payouts. */
export function BulkLink() {
  const texts = useTexts(bulk_page_texts);
  const { path } = useFrame();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/$merchant_id/$mode/payouts/bulk" params={path} />}
      leftSection={<IconFileUpload size={18} aria-hidden />}
    >
      {texts.link}
    </Button>
  );
}

/** Notes that a list contains the payouts of one file, with a link to it. */
export function OfFile({ batch_id }: { readonly batch_id: string }) {
  const texts = useTexts(bulk_page_texts);
  const { path } = useFrame();
  return (
    <p>
      {texts.of_file}{' '}
      <Link to="/$merchant_id/$mode/payouts/bulk/$batch_id" params={{ ...path, batch_id }}>
        {texts.see_file}
      </Link>
    </p>
  );
}
