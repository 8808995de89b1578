import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

/** The button that opens the dialog for adding to the page's list. */
export function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
