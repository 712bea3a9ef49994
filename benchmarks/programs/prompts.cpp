#include <condition_variable>
#include <future>
#include <iostream>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
using namespace std;
int main() { int a, b; cout << "a? "; cin >> a; cout << "b? "; cin >> b; cout << "sum " << a + b << endl; }
