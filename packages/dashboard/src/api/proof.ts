/** Asks the person for step-up authentication. @returns false if they cancel */
export type AskForProof = () => Promise<boolean>;

let ask: AskForProof | null = null;
let asking: Promise<boolean> | null = null;

/** Sets the function that asks the person for step-up authentication. @returns a function that unsets it */
export function askForProofBy(how: AskForProof): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** Sends a request; if the server requires step-up authentication, asks for it and sends the request again. */
export async function sendProven(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  if (response.status !== 403 || ask === null || !(await wantsProof(response))) return response;
  // Requests that are refused at the same time share one step-up authentication.
  asking ??= ask().finally(() => {
    asking = null;
  });
  return (await asking) ? send() : response;
}

async function wantsProof(response: Response): Promise<boolean> {
  if (!response.headers.get('content-type')?.includes('json')) return false;
  const { code }: { readonly code?: unknown } = await response.clone().json();
  return code === 'proof_required';
}
