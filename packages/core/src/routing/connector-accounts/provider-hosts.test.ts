import { describe, expect, it } from 'vitest';
import { forbidden_addresses } from '../../../../../test-support/special-addresses.ts';
import { makeProviderHosts } from './provider-hosts.ts';

const provider = { display_name: 'Plain Pay', hosts: ['api.plain.example', 'test.plain.example:9008'] };
const closed = makeProviderHosts([]);
const codeOf = (address: string, hosts = closed) => hosts.addressProblem(address, provider)?.code;

describe('the URL of an account while no hosts are opened', () => {
  it.each([
    'https://api.plain.example',
    'https://api.plain.example:443/v1',
    'HTTPS://API.Plain.Example./v1',
    'https://test.plain.example:9008/payment',
  ])('can be %s', (address) => {
    expect(codeOf(address)).toBeUndefined();
  });

  it.each([
    ['https://evil.example', 'host_not_known'],
    ['https://api.plain.example.evil.example', 'host_not_known'],
    ['https://sub.api.plain.example', 'host_not_known'],
    ['https://api.plain.example:8443', 'host_not_known'],
    ['https://test.plain.example', 'host_not_known'],
    ['https://8.8.8.8', 'host_not_known'],
    ['https://127.0.0.1:4290', 'host_not_known'],
    ['https://localhost:4210', 'host_not_known'],
    ['https://169.254.169.254', 'host_not_known'],
    ['https://[::ffff:127.0.0.1]:4210', 'host_not_known'],
    ['https://2130706433:4290', 'host_not_known'],
    ['http://api.plain.example', 'not_https'],
    ['https://api.plain.example@evil.example', 'url_with_password'],
    ['https://@evil.example', 'url_with_password'],
    ['https://evil.example\\@api.plain.example', 'url_with_backslash'],
    ['https:\\\\api.plain.example', 'url_with_backslash'],
    ['https://api.plain.\texample', 'url_with_spaces'],
    ['https://api.plain.example\n', 'url_with_spaces'],
    ['file:///etc/passwd', 'not_a_url'],
    ['https:api.plain.example', 'not_a_url'],
  ])('cannot be %j: %s', (address, code) => {
    expect(codeOf(address)).toBe(code);
  });

  it.each(forbidden_addresses)('cannot contain the address %s', (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    expect(codeOf(`https://${host}/`)).toBe('host_not_known');
  });

  it('is refused with a message that lists the provider’s hosts and the setting that opens others', () => {
    const problem = closed.addressProblem('https://evil.example', provider);
    expect(problem?.sentence).toBe(
      'must be on a host of Plain Pay (api.plain.example, test.plain.example:9008); the person who runs this service can allow another with PROVIDER_ALLOWED_HOSTS',
    );
  });
});

describe('opened hosts', () => {
  it.each<[opened: string, address: string, code: string | undefined]>([
    ['gateway.example', 'https://gateway.example/v1', undefined],
    ['gateway.example', 'https://gateway.example:8443/v1', undefined],
    ['gateway.example', 'https://www.gateway.example', 'host_not_known'],
    // Plain HTTP is allowed only inside an opened network.
    ['gateway.example', 'http://gateway.example', 'not_https'],
    ['gateway.example:8443', 'https://gateway.example:8443', undefined],
    ['gateway.example:8443', 'https://gateway.example', 'host_not_known'],
    ['10.20.0.0/16', 'http://10.20.3.4:8080', undefined],
    ['10.20.0.0/16', 'http://10.21.3.4:8080', 'host_not_known'],
    // Names that can only exist in such a network are allowed; their address is checked when connecting.
    ['10.20.0.0/16', 'http://gateway.internal', undefined],
    ['10.20.0.0/16', 'http://localhost', 'host_not_known'],
    ['10.20.3.4:8443', 'http://10.20.3.4:8443', undefined],
    ['10.20.3.4:8443', 'http://10.20.3.4:22', 'host_not_known'],
    ['10.20.3.4:8443', 'http://gateway.internal:22', 'host_not_known'],
    // A private name is refused while no network is open, because it would resolve to nothing.
    ['gateway.internal', 'https://gateway.internal', 'not_public'],
    ['localhost:4100', 'http://localhost:4100', undefined],
    ['localhost:4100', 'http://127.0.0.1:4100', undefined],
    ['localhost:4100', 'http://localhost:4101', 'host_not_known'],
    ['[::1]:4100', 'http://[::1]:4100', undefined],
    ['8.8.8.8', 'https://8.8.8.8', undefined],
  ])('such as %s allow or refuse %s: %s', (opened, address, code) => {
    expect(codeOf(address, makeProviderHosts([opened]))).toBe(code);
  });

  it('are opened only at their port if they have one, including for connections', () => {
    const hosts = makeProviderHosts(['localhost:4100', '10.20.3.4']);
    expect(hosts.guardOf(4100).isAllowed('127.0.0.1')).toBe(true);
    expect(hosts.guardOf(22).isAllowed('127.0.0.1')).toBe(false);
    expect(hosts.guardOf(22).isAllowed('10.20.3.4')).toBe(true);
  });

  it('are validated on creation', () => {
    expect(() => makeProviderHosts(['*.example'])).toThrow('*.example is neither a host nor a network');
  });
});

describe('a request on behalf of an account', () => {
  const hosts = makeProviderHosts(['gateway.example']);
  it.each<[url: string, own: string, allowed: boolean]>([
    ['https://api.plain.example/v1/pay', 'https://api.plain.example', true],
    // All of the provider's own hosts are allowed, because inquiries go to the host to which the attempt was sent.
    ['https://test.plain.example:9008/pay', 'https://api.plain.example', true],
    ['https://gateway.example/v1/pay', 'https://gateway.example/v1', true],
    ['https://gateway.example/v1/pay', 'https://api.plain.example', false],
    ['https://gateway.example:8443/v1/pay', 'https://gateway.example/v1', false],
    ['https://evil.example/pay', 'https://evil.example', false],
    ['http://api.plain.example/pay', 'http://api.plain.example', false],
    ['nowhere', 'nowhere', false],
  ])('to %s from an account at %s is allowed: %s', (url, own, allowed) => {
    expect(hosts.allows(url, provider, own)).toBe(allowed);
  });
});
