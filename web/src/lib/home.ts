/** The path below which this table lies: '' at the root of its host, '/club' at '/club/'. */
export function home(): string {
  return location.pathname.replace(/\/[^/]*$/, '');
}
