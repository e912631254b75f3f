import "../styles/main.css";
import "./app.js";
