// Which addresses are of the open internet. A company may name any address to call; with those of our own network it could reach what only
// we may: databases, the metadata of a cloud machine, other companies' servers.
import ipaddr from 'ipaddr.js';

/** All IPv6 addresses that are given out. The rest passes for ordinary ones too, among it forms that carry IPv4 and old local ones. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Is this IP address one of the open internet? Not: private, local, shared, reserved, or an IPv6 form that carries such an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'unicast') return parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6);
  const carried = carriedIpv4(parsed);
  return carried !== null && carried.range() === 'unicast';
}

/** The IPv4 address behind a NAT64 address (64:ff9b::/96), which is how networks with IPv6 alone reach the open internet. */
function carriedIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.kind() !== 'ipv6' || address.range() !== 'rfc6052') return null;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
