// Runs before the first paint, so that a dark page never flashes white. The key is the one of theme.ts.
{
  const page = document.documentElement
  let theme = page.dataset.defaultTheme
  try {
    theme = localStorage.getItem('sightline-color-scheme') ?? theme
  } catch {
    // Browsers may keep storage from a page in a frame of another site.
  }
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}
