/**
 * The version as the profile menu tells it.
 * @param server version that the server reports
 * @param page version that this page was built from; told too when a newer server has been installed meanwhile
 */
export function versionText(server: string, page: string): string {
  return server === page ? `Version: ${server}` : `Version: ${server} (${page.slice(0, 8)})`
}
