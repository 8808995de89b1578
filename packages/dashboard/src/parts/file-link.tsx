import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { own_header } from '../api/client.ts';
import { ApiProblem, type ProblemBody, unreachable } from '../api/problem.ts';
import { sendProven } from '../api/proof.ts';
import { ProblemNote } from './problem-note.tsx';

interface FileLinkProps {
  readonly href: string;
  readonly size?: 'sm';
  readonly children: ReactNode;
}

/**
 * Downloads a file that the server generates while sending it. A browser's download can neither ask for step-up
 * authentication nor show an error: the page requests the file first, and lets the browser download it once the
 * server responds.
 */
export function FileLink({ href, size, children }: FileLinkProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => askFor(href),
    onSuccess: () => download(href),
  });
  const load = (event: MouseEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <>
      <Button
        component="a"
        href={href}
        download
        variant="default"
        {...(size && { size })}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={load}
      >
        {children}
      </Button>
      {error !== null && <ProblemNote problem={error} />}
    </>
  );
}

/** Checks that the server would send the file. @throws ApiProblem if it would refuse */
async function askFor(href: string): Promise<void> {
  const response = await sendProven(() => fetch(href, { headers: own_header })).catch((error: unknown) => {
    throw unreachable(error);
  });
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as ProblemBody;
    throw new ApiProblem(response.status, body, response.headers.get('x-request-id'));
  }
  await response.body?.cancel();
}

function download(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
