// A certificate for `localhost` that nobody trusts, for servers of tests that must be reached by TLS. Its key is no secret.

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUA9ayVnQ3sfhHYXDuDhz0KWlbjaQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAzNTE1MloYDzIxMjYxMDMw
MDM1MTUyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQoitWp3I9j3i/02TBaVpkvRkd6IYKd2zr8w6OTz02dgu7uK1IxDJTj
tY6VLLaqJ/spRZ+mbhAcJ31oAwGcKtjSo28wbTAdBgNVHQ4EFgQUX5Y/Rm4mE+ja
yhIdgtN6cYpA6lYwHwYDVR0jBBgwFoAUX5Y/Rm4mE+jayhIdgtN6cYpA6lYwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPAxtZBhA6X4Gbp5uRhgpizEU35l9dxCqoejAfPaLWcdAiAX
XLtQrnvRASC/TSACoybLcTN5riZVKyfBzLhbuk0Qsg==
-----END CERTIFICATE-----
`;

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgV8ppZNTiemZKeaOs
mOofV/KpNMvano9E8Bvz2MTy8WChRANCAAQoitWp3I9j3i/02TBaVpkvRkd6IYKd
2zr8w6OTz02dgu7uK1IxDJTjtY6VLLaqJ/spRZ+mbhAcJ31oAwGcKtjS
-----END PRIVATE KEY-----
`;
