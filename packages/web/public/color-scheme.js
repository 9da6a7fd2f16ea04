// Runs before the first paint, so that a dark page never flashes white. The key is the one of theme.ts.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('sightline-color-scheme')
  } catch {
    // Browsers may keep storage from a page in a frame of another site.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}
