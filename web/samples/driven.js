const figure = document.getElementById('driven');
const told = document.getElementById('told');

document.getElementById('grow').onclick = () => {
  figure.start(); // does nothing if it is running already
  figure.run({ do: 'add_node' });
};
figure.addEventListener('moved', ({ detail }) => {
  told.textContent = `${detail.moved} of ${detail.keys} keys moved, ${detail.needless} unnecessarily.`;
});
figure.addEventListener('error', ({ detail }) => {
  told.textContent = detail.message;
});
